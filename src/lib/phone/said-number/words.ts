import { LANGUAGE_CODES } from '../../redaction/languages/index.ts';

/** Words that stand in a sentence with a telephone number and are no part of it. Folded, without apostrophes. */
interface NumberTalk {
  /** What can be left out without changing the number: no word that corrects, joins or offers a choice. */
  harmless: string;
  /** Between the parts of one number: `vinte e um`, `two hundred and five`. */
  conjunction: string;
  /** The sign at the beginning of an international number. */
  plus: string;
}

const TALK: Readonly<Record<string, NumberTalk>> = {
  en: {
    harmless:
      'my the its it is this that thats heres here number numbers phone telephone tel cell cellphone cellular mobile landline ' +
      'home house work office fax area country code prefix please thanks thank you yes yeah yep ok okay sure so well uh um uhm ' +
      'umm er erm hm hmm call ring reach me us back at on under can could would be best contact callback caller dash hyphen ' +
      'space dot point slash comma then next followed by',
    conjunction: 'and',
    plus: 'plus',
  },
  de: {
    harmless:
      'meine die der das ist lautet sie es nummer nr rufnummer telefonnummer handynummer mobilnummer festnetznummer telefon ' +
      'handy mobil festnetz privat dienstlich buro vorwahl landesvorwahl ruckruf ruckrufnummer bitte danke ja also ah ahm aeh ' +
      'aehm hm so dann strich bindestrich schragstrich leerzeichen punkt komma unter mich uns erreichen anrufen zuruckrufen ' +
      'rufen an zuruck konnen von zu hause',
    conjunction: 'und',
    plus: 'plus',
  },
  fr: {
    harmless:
      'mon ma le la les cest est ce numero telephone tel portable mobile fixe bureau domicile maison indicatif sil vous te ' +
      'plait merci oui alors euh heu ben bah donc puis ensuite tiret point virgule espace au a sur pour joindre rappeler ' +
      'appeler appelez rappelez moi me pouvez joignable voici du code',
    conjunction: 'et',
    plus: 'plus',
  },
  es: {
    harmless:
      'mi el la es este numero telefono tel movil celular fijo casa trabajo oficina prefijo codigo area lada por favor gracias ' +
      'si eh pues luego guion punto coma barra espacio al me puede pueden llamar llameme llamen marque en de del',
    conjunction: 'y',
    plus: 'mas',
  },
  it: {
    harmless:
      'il mio la numero telefono tel cellulare cell fisso casa ufficio lavoro prefisso per favore grazie si ehm eh allora poi ' +
      'dunque trattino punto virgola barra spazio al mi puo potete chiamare richiamare richiamarmi chiamarmi chiami richiami ' +
      'ecco di del',
    conjunction: 'e',
    plus: 'piu',
  },
  pt: {
    harmless:
      'o a meu minha numero telefone tel celular telemovel fixo casa trabalho escritorio ddd prefixo codigo area por favor ' +
      'obrigado obrigada sim eh entao depois traco hifen ponto virgula barra espaco no pode podem me ligar liga ligue para de ' +
      'do da em',
    conjunction: 'e',
    plus: 'mais',
  },
};

/** Before the number of an extension, in every language. */
const EXTENSION = new Set(
  'ext extn extension x durchwahl dw nebenstelle klappe apparat poste interno int ramal extensao extensione anexo'.split(
    ' ',
  ),
);

/** What a word does in a sentence with a telephone number, if it is no number. */
export type Role = 'harmless' | 'conjunction' | 'plus' | 'extension';

type RoleOf = (word: string) => Role | undefined;

/** By language. */
const roles = new Map<string, RoleOf>();

/**
 * Returns what words do in a language, and in English, which models write in every language. Words of the own language come first: "o" is
 * an article in Portuguese, and "or" in Spanish.
 * @param language ISO 639-1
 */
export function rolesIn(language: string): RoleOf {
  const code = LANGUAGE_CODES.includes(language) ? language : 'en';
  const known = roles.get(code);
  if (known) return known;
  const [own, english] = [TALK[code], TALK.en] as [NumberTalk, NumberTalk];
  const harmless = new Set(`${own.harmless} ${english.harmless}`.split(' '));
  const roleOf: RoleOf = (word) => {
    if (EXTENSION.has(word)) return 'extension';
    if (word === own.plus || word === english.plus) return 'plus';
    if (word === own.conjunction || word === english.conjunction) return 'conjunction';
    return harmless.has(word) ? 'harmless' : undefined;
  };
  roles.set(code, roleOf);
  return roleOf;
}
