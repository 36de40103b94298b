import { describe, expect, it } from 'vitest';
import { findColumns } from '../../../src/imports/contacts/columns.ts';
import { readRow } from '../../../src/imports/contacts/read-row.ts';

const find = (header: string, map = {}, keepOthers = false) => {
  const names = header.split(',');
  const { parts, additional, ignored } = findColumns(names, { map, keepOthers });
  const shown = Object.entries(parts).flatMap(([part, indexes]) =>
    indexes.length > 0 ? [[part, indexes.map((index) => names[index]).join('|')]] : [],
  );
  return {
    ...Object.fromEntries(shown),
    ...Object.fromEntries([...additional].map(([field, index]) => [`field ${field}`, names[index]])),
    ...(ignored.length > 0 ? { ignored: ignored.map((index) => names[index]).join('|') } : {}),
  };
};

describe('columns of a CSV file', () => {
  it.each([
    ['Name,Phone,E-mail', { name: 'Name', phone: 'Phone', email: 'E-mail' }],
    ['first_name,LAST NAME,Mobile', { first_name: 'first_name', last_name: 'LAST NAME', phone: 'Mobile' }],
    ['Phone,Mobile,Full Name', { name: 'Full Name', phone: 'Mobile|Phone' }],
    [
      'Vorname,Name,Handy,E-Mail-Adresse',
      { first_name: 'Vorname', last_name: 'Name', phone: 'Handy', email: 'E-Mail-Adresse' },
    ],
    ['Vorname,Nachname,Telefon', { first_name: 'Vorname', last_name: 'Nachname', phone: 'Telefon' }],
    [
      'Prénom,Nom,Téléphone,Courriel',
      { first_name: 'Prénom', last_name: 'Nom', phone: 'Téléphone', email: 'Courriel' },
    ],
    ['Nom,Téléphone portable', { name: 'Nom', phone: 'Téléphone portable' }],
    [
      'Nombre,Apellidos,Teléfono,Correo electrónico',
      { first_name: 'Nombre', last_name: 'Apellidos', phone: 'Teléfono', email: 'Correo electrónico' },
    ],
    ['Nombre y apellidos,Móvil', { name: 'Nombre y apellidos', phone: 'Móvil' }],
    ['Nome,Sobrenome,Celular,Telefone', { first_name: 'Nome', last_name: 'Sobrenome', phone: 'Celular|Telefone' }],
    ['Nome,Apelido,Telemóvel', { first_name: 'Nome', last_name: 'Apelido', phone: 'Telemóvel' }],
    [
      'Nome,Cognome,Cellulare,Indirizzo e-mail',
      { first_name: 'Nome', last_name: 'Cognome', phone: 'Cellulare', email: 'Indirizzo e-mail' },
    ],
    ['Paziente,Telefono', { name: 'Paziente', phone: 'Telefono' }],
    [
      'First Name,Last Name,E-mail 1 - Value,Phone 1 - Value',
      { first_name: 'First Name', last_name: 'Last Name', email: 'E-mail 1 - Value', phone: 'Phone 1 - Value' },
    ],
    [
      'First Name,Last Name,E-mail Address,Home Phone,Business Phone',
      { first_name: 'First Name', last_name: 'Last Name', email: 'E-mail Address', phone: 'Home Phone|Business Phone' },
    ],
    ['Name,First Name,Last Name', { name: 'Name', first_name: 'First Name', last_name: 'Last Name' }],
    [
      'contact_id,name,email,phone,created_at',
      { id: 'contact_id', name: 'name', email: 'email', phone: 'phone', ignored: 'created_at' },
    ],
    ['Name,,Fax', { name: 'Name', ignored: 'Fax' }],
  ])('each part is found by the headers %s', (header, expected) => {
    expect(find(header)).toEqual(expected);
  });

  it('columns are found by --map, which comes before the headers', () => {
    const map = { name: 'Who', phone: 'phone 2', notes: 'Remarks' };
    expect(find('Name,Phone,Phone 2,Who,Remarks', map)).toEqual({
      name: 'Who',
      phone: 'Phone 2',
      'field notes': 'Remarks',
      ignored: 'Name|Phone',
    });
  });

  it('all other columns become additional fields if they are kept', () => {
    expect(find('Name,Lieblings-Zeit,2nd Visit,ID,updated_at', {}, true)).toEqual({
      name: 'Name',
      'field lieblings_zeit': 'Lieblings-Zeit',
      'field column_2nd_visit': '2nd Visit',
      'field file_id': 'ID',
      ignored: 'updated_at',
    });
  });

  it('columns with equal headers are kept under numbered names', () => {
    const long = 'l'.repeat(50);
    expect(find(`Name,Notes,Notes,${long},${long},Notes 2,Notes`, {}, true)).toEqual({
      name: 'Name',
      'field notes': 'Notes',
      'field notes_2': 'Notes 2',
      [`field ${'l'.repeat(40)}`]: long,
      [`field ${'l'.repeat(38)}_2`]: long,
      'field notes_3': 'Notes',
      'field notes_4': 'Notes',
    });
  });

  it.each([
    ['Ann,+15550100123', {}, false, 'No column holds the name: the columns are "Ann", "+15550100123".'],
    ['Name', { phone: 'Tel' }, false, 'The file has no column "Tel". Its columns are "Name".'],
    ['Name,X', { created_at: 'X' }, false, 'No column can set created_at'],
    ['Name,Заметки', {}, true, 'The column "Заметки" has no letters a to z.'],
    ['Name,A b,A-B', {}, true, 'The column "A-B" would be the field a_b, which another column is.'],
  ])('headers %s with --map %j are refused', (header, map, keep, message) => {
    expect(() => find(header, map, keep)).toThrow(message);
  });
});

it('a column of the date of birth is kept as the field that the caller checks read, whatever its header', () => {
  for (const header of ['Birthday', 'Geburtstag', 'Date de naissance', 'Fecha de nacimiento', 'date_of_birth'])
    expect(find(`Name,${header}`, {}, true)).toEqual({ name: 'Name', 'field date_of_birth': header });
  expect(find('Name,Geburtstag,Date of birth', {}, true)).toEqual({
    name: 'Name',
    'field date_of_birth': 'Date of birth',
    'field geburtstag': 'Geburtstag',
  });
  expect(find('Name,Geburtstag', { birthday: 'Geburtstag' }, true)).toEqual({
    name: 'Name',
    'field birthday': 'Geburtstag',
  });
  expect(find('Name,Birthday')).toEqual({ name: 'Name', ignored: 'Birthday' });
});

it('a date of birth is read in the notation of the country, and another text of that column is kept', () => {
  const columns = findColumns(['Name', 'Birthday'], { map: {}, keepOthers: true });
  const read = (text: string, country: string) =>
    readRow(['Ann', text], columns, { country, today: '2026-11-20', width: 2 });
  expect(read('12.03.1980', 'AT')).toMatchObject({ contact: { additional: { date_of_birth: '1980-03-12' } } });
  expect(read('3/12/1980', 'US')).toMatchObject({ contact: { additional: { date_of_birth: '1980-03-12' } } });
  expect(read('March 1980', 'US')).toMatchObject({ contact: { additional: { date_of_birth: 'March 1980' } } });
});
