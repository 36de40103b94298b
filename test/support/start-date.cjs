'use strict';
// Preload script: the date of the program begins at START_DATE and goes on from there.
const RealDate = Date;
const offset = RealDate.parse(process.env.START_DATE) - RealDate.now();
const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
