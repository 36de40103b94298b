import type { Service } from '../../contract/index.ts';
import { type PageRequest, type PageResult, slicePage } from './paging.ts';
import type { Db, ServiceRow } from './schema.ts';

/** A page of the team's services by name. A business has few services, so all are read. */
export async function listServices(db: Db, teamId: string, page: PageRequest): Promise<PageResult<Service>> {
  const services = await db
    .selectFrom('services')
    .selectAll()
    .where('team_id', '=', teamId)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const { items, total } = slicePage(services, page);
  const staff = await staffByService(db, items);
  return { items: items.map((row) => serviceRecord(row, staff.get(row.id) ?? [])), total };
}

async function staffByService(db: Db, services: ServiceRow[]): Promise<Map<string, string[]>> {
  if (services.length === 0) return new Map();
  const ids = services.map((service) => service.id);
  const rows = await db
    .selectFrom('service_staff')
    .selectAll()
    .where('service_id', 'in', ids)
    .orderBy('service_id')
    .orderBy('staff_id')
    .execute();
  return new Map(ids.map((id) => [id, rows.filter((row) => row.service_id === id).map((row) => row.staff_id)]));
}

export async function findService(db: Db, teamId: string, id: string): Promise<ServiceRow | undefined> {
  return db.selectFrom('services').selectAll().where('id', '=', id).where('team_id', '=', teamId).executeTakeFirst();
}

function serviceRecord(row: ServiceRow, staffIds: string[]): Service {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    duration_minutes: row.duration_minutes,
    price_cents: row.price_cents,
    currency: row.currency,
    staff_ids: staffIds,
  };
}
