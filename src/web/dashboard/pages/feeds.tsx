import { Page } from '../parts/page.tsx';

export function FeedsPage() {
  return <Page title="feeds">soon</Page>;
}
