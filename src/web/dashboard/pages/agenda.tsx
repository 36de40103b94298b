import { Page } from '../parts/page.tsx';

export function AgendaPage() {
  return <Page title="agenda">soon</Page>;
}
