import { countText, type Zones } from '../../lib/moments.ts';
import type { Actions } from '../actions.ts';
import { Moment } from '../moment.tsx';
import { Name } from '../name.tsx';
import { PhoneNumber } from '../phone-number.tsx';
import type { CallPromise, ReviewedCall } from './call.ts';
import { CallName } from './found-calls.tsx';
import { Linked } from './linked.tsx';
import type { FollowUp } from './model.ts';
import { PromiseLines } from './promises.tsx';

interface FollowUpsProps {
  /** Oldest first. */
  items: readonly FollowUp[];
  zones: Zones;
  now: number | undefined;
  /** Absent: calls cannot be opened here. */
  onOpen?: ((call: ReviewedCall) => Promise<string | undefined>) | undefined;
  onChooseBooking?: ((id: string, callId: string | undefined) => Promise<string | undefined>) | undefined;
  onMark?: Actions['markPromise'];
  linkTo: Actions['linkTo'] | undefined;
}

/** Who it was. A number that stands below as a link to dial it is not here, too, where it would lead to the call. */
function Caller({ call, onOpen, linkTo }: Pick<FollowUpsProps, 'onOpen' | 'linkTo'> & Pick<FollowUp, 'call'>) {
  const { phone, ...unnumbered } = call;
  const isBelow = phone !== undefined && linkTo?.phone(phone) !== undefined;
  return isBelow ? (
    <CallName call={unnumbered} unknown="Caller without a name" onOpen={onOpen} linkTo={linkTo} />
  ) : (
    <CallName call={call} onOpen={onOpen} linkTo={linkTo} />
  );
}

const GROUPS: readonly { status: NonNullable<CallPromise['status']>; title: string }[] = [
  { status: 'open', title: 'Open' },
  { status: 'contacted', title: 'In contact since, not shown as kept' },
  { status: 'done', title: 'Kept' },
];

/** Promises by whether they are kept, open ones first, the oldest at the top. */
export function FollowUps({ items, zones, now, onOpen, onChooseBooking, onMark, linkTo }: FollowUpsProps) {
  const groups = GROUPS.map(({ status, title }) => ({
    title,
    items: items.filter(({ promise }) => (promise.status ?? 'open') === status),
  })).filter((group) => group.items.length > 0);
  return (
    <>
      {groups.map((group) => (
        <section key={group.title}>
          <h3>
            {group.title} <span class="quiet">({countText(group.items.length, 'promise')}, oldest first)</span>
          </h3>
          <ol class="calls">
            {group.items.map(({ call, promise }, index) => (
              <li key={index}>
                <h4>
                  <Caller call={call} onOpen={onOpen} linkTo={linkTo} />
                </h4>
                {call.startedAt !== undefined && (
                  <p class="quiet">
                    Promised <Moment at={call.startedAt} zones={zones} now={now} />
                    {call.phone && (call.name || linkTo) && (
                      <>
                        {' · '}
                        <Linked to={linkTo?.phone(call.phone)}>
                          <PhoneNumber text={call.phone} other={Name} />
                        </Linked>
                      </>
                    )}
                  </p>
                )}
                <PromiseLines
                  promise={promise}
                  callId={call.id}
                  madeAt={call.startedAt}
                  zones={zones}
                  now={now}
                  onOpenCall={onOpen && ((id) => onOpen({ id }))}
                  onChooseBooking={onChooseBooking && ((id) => onChooseBooking(id, call.id))}
                  onMark={onMark}
                  linkTo={linkTo}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}
