import { Page } from '../parts/page.tsx';

export function CallsPage() {
  return <Page title="calls">soon</Page>;
}
