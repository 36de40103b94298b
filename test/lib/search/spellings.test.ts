import { describe, expect, it } from 'vitest';
import { createQueryMatcher, createTermFinder } from '../../../src/lib/search/terms.ts';

const finds = (query: string, text: string) => createQueryMatcher(query)([text]);

describe('umlauts in searches', () => {
  it.each([
    ['Mueller', 'Müller'],
    ['Müller', 'Mueller'],
    ['Müller', 'Muller'],
    ['Muller', 'Müller'],
    ['MUELLER', 'Jürgen MÜLLER'],
    ['muell', 'Müller'],
    ['Kaethe', 'Käthe'],
    ['Käthe', 'Kaethe'],
    ['Ka\u0308the', 'Kaethe'],
    ['Joergensen', 'Jørgensen'],
    ['Jørgensen', 'Joergensen'],
    ['Haakon', 'Håkon'],
    ['Öz', 'Oez'],
    ['Strasse', 'Straße'],
    ['Straße', 'STRASSE'],
    ['Jaeger', 'Jæger'],
    ['Baeuerle', 'Bäuerle'],
    ['Steuerpruefung', 'Steuerprüfung'],
    ['Pruefungsgebuehr', 'Prüfungsgebühr'],
    ['Mueller-Goethe', 'Müller-Goethe'],
    ['Müller-Goethe', 'Mueller-Goethe'],
    ['"Juergen Mueller"', 'Herr Jürgen  Müller ruft an'],
    ['"Jürgen Müller"', 'Herr Juergen Mueller ruft an'],
    ['Mueller Bjork', 'Müller, Björk'],
    ['annelore-roesler', 'Annelore Rösler'],
    ['roeslermueller', 'Rösler-Müller'],
  ])('the query %s finds %s', (query, text) => {
    expect(finds(query, text)).toBe(true);
    expect(createTermFinder(query).find(text).size).toBe(createTermFinder(query).terms.length);
  });

  it.each([
    ['Manuel', 'Manul'],
    ['Manul', 'Manuel'],
    ['Michael', 'Michal Müller'],
    ['Mueller', 'Muller'],
    ['Muller', 'Mueller'],
    ['Joe', 'Jöns'],
    ['Bauer', 'Baur'],
    ['Mueller', 'Müll'],
    ['"Mueller Goethe"', 'Müller und Goethe'],
  ])('the query %s does not find %s', (query, text) => {
    expect(finds(query, text)).toBe(false);
    expect(createTermFinder(query).find(text).size).toBeLessThan(createTermFinder(query).terms.length);
  });

  it('a term that has an umlaut in the text has the index of its beginning', () => {
    const { terms, find } = createTermFinder('mueller');
    expect(find('Grüße an Frau Müller').get(terms[0] as (typeof terms)[0])).toBe('Gruesse an Frau '.length - 1);
  });
});
