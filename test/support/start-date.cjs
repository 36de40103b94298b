'use strict';
// Preload script: the date of the program begins at START_DATE and goes on from there; with STOP_DATE it stands still.
const RealDate = Date;
const start = RealDate.parse(process.env.START_DATE);
const offset = start - RealDate.now();
const now = process.env.STOP_DATE ? () => start : () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
