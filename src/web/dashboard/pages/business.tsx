import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { Said } from '../../components/said.tsx';
import { browserNow } from '../../lib/clock.ts';
import { oneLine } from '../../lib/short-text.ts';
import { dayText, localTime, pageLocale } from '../../lib/time.ts';
import { useDesk } from '../parts/context.ts';
import { Area, Field, Form, filled, Select } from '../parts/form.tsx';
import { Shown, useLoaded } from '../parts/load.tsx';
import { Page } from '../parts/page.tsx';
import type { BusinessAnswer } from '../parts/records.ts';
import { isManager } from '../requests/session.ts';

type Change = 'hours' | 'closure' | 'special' | 'away';

/** What a change of the business answers. */
interface Changed {
  applied?: boolean;
  changes?: string[];
  affected_total?: number;
  note?: string;
}

/** The business: hours, closures, time off, people and services. */
export function BusinessPage() {
  const { team, session, callTool, announce } = useDesk();
  const [change, setChange] = useState<Change>();
  const [loaded, reload] = useLoaded(team.id, async () => {
    const result = await callTool('get_business');
    return result?.structuredContent as unknown as BusinessAnswer;
  });
  const canChange = isManager(team) && !session.read_only;
  /** Makes a change. The server asks with its consequences first, such as appointments that no longer fit. */
  const apply = async (name: string, args: Record<string, unknown>) => {
    const result = await callTool(name, args);
    if (!result) return;
    const { applied, changes = [], affected_total: affected = 0, note } = result.structuredContent as Changed;
    const fits = affected > 0 ? ` ${affected} appointments ahead no longer fit: look at the agenda.` : '';
    announce(applied ? `Changed: ${changes.join('; ')}.${fits}` : (note ?? 'Nothing was changed.'));
    setChange(undefined);
    await reload();
  };
  const button = (kind: Change, label: string) =>
    canChange && (
      <button
        type="button"
        aria-expanded={change === kind}
        onClick={() => setChange(change === kind ? undefined : kind)}
      >
        {label}
      </button>
    );
  return (
    <Page title="Business" about="When you are open, who works, and what can be booked.">
      <Shown of={loaded}>
        {({ business, services = [], staff = [] }) => (
          <>
            <section>
              <h2>Opening hours</h2>
              {business.opening_hours && business.opening_hours.length > 0 ? (
                <ul>
                  {business.opening_hours.map((hours) => (
                    <li key={hours}>{hours}</li>
                  ))}
                </ul>
              ) : (
                <p class="quiet">Unknown: no time is refused because of them.</p>
              )}
              <p class="quiet">Times are those of {business.time_zone ?? 'an unknown zone'}.</p>
              <div class="row">{button('hours', 'Change the hours')}</div>
              {change === 'hours' && (
                <Form
                  submit="Change the hours"
                  onCancel={() => setChange(undefined)}
                  onSubmit={({ hours = '' }) =>
                    apply('update_business', {
                      opening_hours: hours
                        .split('\n')
                        .map((line) => line.trim())
                        .filter(Boolean),
                    })
                  }
                >
                  <Area
                    label="Weekly opening hours"
                    name="hours"
                    value={(business.opening_hours ?? []).join('\n')}
                    hint="One line for each kind of day, such as Mon-Fri 08:00-12:00, 13:00-17:00 or 1st,3rd Sat 09:00-12:00."
                  />
                </Form>
              )}
            </section>
            <section>
              <h2>Closed days</h2>
              <Periods items={business.closures ?? []} none="None." />
              <div class="row">{button('closure', 'Close days')}</div>
              {change === 'closure' && (
                <Form
                  submit="Close these days"
                  onCancel={() => setChange(undefined)}
                  onSubmit={({ reopen, ...values }) =>
                    apply('close_days', { ...filled(values), ...(reopen ? { reopen: true } : {}) })
                  }
                >
                  <DayFields />
                  <Field label="Reason" name="reason" hint="Callers may hear it." maxLength={200} />
                  <label class="check">
                    <input type="checkbox" name="reopen" /> Open these days again instead
                  </label>
                </Form>
              )}
            </section>
            <section>
              <h2>Other hours on certain days</h2>
              <Periods
                items={(business.special_hours ?? []).map(({ staff: ids = [], ...period }) => ({
                  ...period,
                  whose: ids.length > 0 && <Names ids={ids} staff={staff} />,
                }))}
                none="None."
              />
              <div class="row">{button('special', 'Set other hours')}</div>
              {change === 'special' && (
                <Form
                  submit="Set the hours"
                  onCancel={() => setChange(undefined)}
                  onSubmit={({ person, ...values }) =>
                    apply('set_special_hours', { ...filled(values), ...(person ? { staff: [person] } : {}) })
                  }
                >
                  <Select
                    label="Person"
                    name="person"
                    options={[{ value: '', label: 'all' }, ...peopleOptions(staff)]}
                  />
                  <DayFields />
                  <Field
                    label="Hours"
                    name="hours"
                    hint="Such as 09:00-12:00, 13:00-15:00. Empty: the usual ones again."
                  />
                  <Field label="Reason" name="reason" maxLength={200} />
                </Form>
              )}
            </section>
            <section>
              <h2>People</h2>
              <ul class="cards people">
                {staff.map((person) => (
                  <li key={person.id} class="card">
                    <h3>
                      <Said text={person.name ?? person.id} />{' '}
                      {person.active === false && <span class="badge warn">takes no bookings</span>}
                    </h3>
                    {person.title && (
                      <p class="quiet">
                        <Said text={person.title} />
                      </p>
                    )}
                    <p>{person.opening_hours?.join('; ') ?? 'The hours of the business'}</p>
                    {(person.time_off ?? []).length > 0 && (
                      <>
                        <p>Away:</p>
                        <Periods items={person.time_off ?? []} none="" />
                      </>
                    )}
                  </li>
                ))}
              </ul>
              <div class="row">{button('away', 'Record time off')}</div>
              {change === 'away' && (
                <Form
                  submit="Record it"
                  onCancel={() => setChange(undefined)}
                  onSubmit={({ is_back: isBack, ...values }) =>
                    apply('set_time_off', { ...filled(values), ...(isBack ? { remove: true } : {}) })
                  }
                >
                  <Select label="Person" name="staff" options={peopleOptions(staff)} />
                  <DayFields />
                  <label class="check">
                    <input type="checkbox" name="is_back" /> Is there on these days after all
                  </label>
                </Form>
              )}
            </section>
            <section>
              <h2>Services</h2>
              <div class="cards-when-narrow">
                <table>
                  <caption class="visually-hidden">Services</caption>
                  <thead>
                    <tr>
                      <th scope="col">Service</th>
                      <th scope="col">Length</th>
                      <th scope="col">Pause before, after</th>
                      <th scope="col" class="number">
                        Price
                      </th>
                      <th scope="col">By</th>
                    </tr>
                  </thead>
                  <tbody>
                    {services.map((service) => (
                      <tr key={service.id} class={service.active === false ? 'ended' : undefined}>
                        <th scope="row" data-label="Service">
                          <Said text={service.name ?? service.id} />
                          {service.active === false && ' (cannot be booked)'}
                        </th>
                        <td data-label="Length">{service.duration ?? '–'}</td>
                        <td data-label="Pause">
                          {service.buffer_before || service.buffer_after
                            ? `${service.buffer_before ?? 'none'}, ${service.buffer_after ?? 'none'}`
                            : '–'}
                        </td>
                        <td data-label="Price" class="number">
                          <Price of={service} business={business} />
                        </td>
                        <td data-label="By">
                          <Names ids={service.staff} staff={staff} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p class="quiet">
                Services and people are changed in the business file (<code>rcpt-mcp business</code>) or by your
                assistant.
              </p>
            </section>
          </>
        )}
      </Shown>
    </Page>
  );
}

function DayFields() {
  return (
    <>
      <Field label="First day" name="from" type="date" isRequired />
      <Field label="Last day" name="to" type="date" hint="Empty: only the first day." />
    </>
  );
}

interface ShownPeriod {
  from?: string;
  to?: string;
  hours?: string | undefined;
  reason?: string;
  /** Whom it is about, if not all. */
  whose?: ComponentChildren;
}

function Periods({ items, none }: { items: readonly ShownPeriod[]; none: string }) {
  if (items.length === 0) return none ? <p class="quiet">{none}</p> : null;
  return (
    <ul class="lines">
      {items.map(({ from = '', to, hours, reason, whose }, index) => (
        <li key={`${from} ${to} ${hours} ${index}`}>
          {momentOf(from)}
          {to && to !== from && ` to ${momentOf(to)}`}
          {hours && `, ${hours}`}
          {whose && <>, only {whose}</>}
          {reason && (
            <>
              {' ('}
              <Said text={reason} />)
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A date, or a local time, in words. */
function momentOf(text: string): string {
  const [date = '', time] = text.split('T');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return text;
  return `${dayText(date, 'short')} ${date.slice(0, 4)}${time ? `, ${time}` : ''}`;
}

interface PriceProps {
  of: NonNullable<BusinessAnswer['services']>[number];
  business: BusinessAnswer['business'];
}

/** The price of today, as a booking would have it, and those that are planned. */
function Price({
  of: { price, price_changes: changes = [] },
  business: { currency, time_zone: zone = 'UTC' },
}: PriceProps) {
  const today = localTime(new Date(browserNow()), zone).date;
  const current = changes.findLast(({ from }) => from <= today)?.price ?? price;
  return (
    <div>
      {priceText(current, currency)}
      {changes
        .filter(({ from }) => from > today)
        .map(({ from, price: next }) => (
          <span key={from} class="quiet planned">
            {priceText(next, currency)} from {momentOf(from)}
          </span>
        ))}
    </div>
  );
}

function priceText(price: number | undefined, currency: string | undefined): string {
  if (price === undefined) return '–';
  try {
    return new Intl.NumberFormat(pageLocale(), currency ? { style: 'currency', currency } : {}).format(price);
  } catch {
    return String(price);
  }
}

interface NamesProps {
  ids: readonly string[] | undefined;
  staff: NonNullable<BusinessAnswer['staff']>;
}

const peopleOptions = (staff: NamesProps['staff']) =>
  staff.map(({ id, name }) => ({ value: id, label: oneLine(name ?? id) }));

/** People by their ids: all who perform a service, or whom special hours are about. */
function Names({ ids, staff }: NamesProps) {
  if (!ids) return <>everyone</>;
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Said text={staff.find((person) => person.id === id)?.name ?? id} />
        </Fragment>
      ))}
    </>
  );
}
