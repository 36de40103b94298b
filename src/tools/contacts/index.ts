import { createContact } from './create-contact.ts';
import { getContact } from './get-contact.ts';
import { listContacts } from './list-contacts.ts';
import { lookupCaller } from './lookup-caller.ts';
import { updateContact } from './update-contact.ts';

export const contactTools = [listContacts, getContact, lookupCaller, createContact, updateContact];
