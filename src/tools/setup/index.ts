import { listCalendarFeeds } from './calendar-feeds/list-feeds.ts';
import { manageCalendarFeed } from './calendar-feeds/manage-feed.ts';
import { closeDays } from './close-days.ts';
import { getBusiness } from './get-business.ts';
import { addService, updateService } from './service-tools.ts';
import { setSpecialHours } from './special-hours.ts';
import { addStaff, updateStaff } from './staff-tools.ts';
import { setTimeOff } from './time-off.ts';
import { updateBusiness } from './update-business.ts';

/** Tools with which an owner changes the business. */
export const setupTools = [
  getBusiness,
  closeDays,
  setSpecialHours,
  setTimeOff,
  addService,
  updateService,
  addStaff,
  updateStaff,
  updateBusiness,
  listCalendarFeeds,
  manageCalendarFeed,
];
