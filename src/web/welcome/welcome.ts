import './welcome.css';
import { followAddress } from './address.ts';
import { offerCopies } from './copy.ts';
import { showHealth } from './health.ts';
import { followColours } from './theme.ts';

// Before the page is drawn, so that it does not change its colours.
followColours();
document.addEventListener('DOMContentLoaded', () => {
  followAddress();
  offerCopies();
  showHealth();
});
