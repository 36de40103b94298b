import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addViolet, type ErasingSalon, openErasingSalon } from '../support/violet.ts';

/** The built program erases a customer, whose words another program has in its list of words. */
let erasing: ErasingSalon;
beforeEach(async () => {
  erasing = await openErasingSalon();
});
afterEach(() => erasing.close());

describe('contacts erase', () => {
  it('words of other customers stay searchable, and a word of the erased one is found again once another customer has it', async () => {
    const { key, salon } = erasing;
    const found = async (query: string) => {
      const { body } = await salon.send('GET', `/v1/contacts?query=${encodeURIComponent(query)}`, { key });
      return (body.data as unknown as { name: string }[]).map(({ name }) => name);
    };
    const { contact_id: contact } = await addViolet(erasing);
    await erasing.contact({ name: 'Quartzine Miller', email: 'miller@example.org' });
    expect(await found('quartzi*')).toEqual(['Quartzine Miller']);
    await erasing.erased(contact);
    expect(await found('quartz*')).toEqual(['Quartzine Miller']);
    expect(await found('violet')).toEqual([]);
    // The platform that runs has remembered that these words are stored, and another process has removed them.
    await erasing.contact({ name: 'Violet Saffron', email: 'other@example.org' });
    for (const query of ['viol*', 'saffr*', 'Violet Saffron'])
      expect(await found(query), query).toEqual(['Violet Saffron']);
  });
});
