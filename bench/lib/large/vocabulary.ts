import type { Random } from '../../../src/platform/demo/random.ts';

/** What the callers of one language say. */
export interface Speech {
  /** BCP 47 tag. */
  language: string;
  /** Between words: empty in a script without spaces. */
  separator: string;
  /** The most frequent words, the most frequent first. */
  common: readonly string[];
  /** Parts that the other words are made of. */
  syllables: readonly string[];
  /** How the agent answers the telephone. */
  opening: string;
  /** Says a name and a number, in place of `NAME` and `NUMBER`. */
  introduction: string;
  /** Digits from zero to nine as they are spelled out. */
  digits: readonly string[];
  /** Promises of the agent. */
  promises: readonly string[];
  firstNames: readonly string[];
  lastNames: readonly string[];
}

const words = (text: string) => text.trim().split(/\s+/);

const ENGLISH: Speech = {
  language: 'en',
  separator: ' ',
  common:
    words(`the I you to a and it is that for my of in on have can we at be your with appointment yes would okay this
    was not thank so do just like if no time will but are what about there well please me when could one monday tuesday
    wednesday thursday friday week day morning afternoon call number name good sure need know get see think come back out
    next last tomorrow today right let two three o'clock help price insurance cleaning crown filling tooth pain doctor
    office address email confirm cancel change reschedule available open earlier later parking payment card deposit
    invoice follow-up check-up`),
  syllables:
    words(`an ber con dor el fin gra hol in jos ker lan mor nel op pra quin ros sen tal und ver wil ston mar ling
    ter by ing ton ed er ly ment ness ful ry`),
  opening: 'Thank you for calling, how can I help you today?',
  introduction: 'This is NAME, my number is NUMBER.',
  digits: words('zero one two three four five six seven eight nine'),
  promises: [
    "I'll call you back tomorrow morning.",
    'We will send you a written quote by Friday.',
    'We will refund your deposit within five days.',
    "I'll book you in for Tuesday afternoon.",
  ],
  firstNames: words(`Mary James Linda Robert Susan Michael Karen David Nancy John Lisa Daniel Sandra Mark Ashley Steven
    Emily Paul Donna Andrew Michelle Joshua Carol Kevin Amanda Brian Melissa George Deborah Zoe Renée Siobhán`),
  lastNames: words(`Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thomas Moore Jackson White
    Harris Clark Lewis Robinson Walker Young O'Connell Smith-Jones MacDonald Nguyen Patel Kowalski`),
};

const SPANISH: Speech = {
  language: 'es',
  separator: ' ',
  common: words(`de la que el en y a los se un por con no una su para es al lo como más o pero sus le ha me si sin sobre
    este ya cuando todo esta ser son dos también hay cita gracias quiero puedo lunes martes miércoles jueves viernes
    mañana tarde hora número nombre teléfono limpieza precio cancelar cambiar dolor muela seguro factura`),
  syllables: words('al ba cor da en fi gue hor in jo lan mon ne or pa que ri san ta ver ción dad mente ero ada illo'),
  opening: 'Gracias por llamar, ¿en qué puedo ayudarle?',
  introduction: 'Soy NAME, mi número es NUMBER.',
  digits: words('cero uno dos tres cuatro cinco seis siete ocho nueve'),
  promises: ['Le llamaremos mañana por la mañana.', 'Le enviaremos un presupuesto el viernes.'],
  firstNames: words('José María Carmen Antonio Lucía Ángel Sofía Javier Pilar Íñigo Núria Raúl'),
  lastNames: words('García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Núñez Ibáñez Castillo'),
};

const GERMAN: Speech = {
  language: 'de',
  separator: ' ',
  common:
    words(`der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er
    hat dass sie nach wird bei Termin danke bitte ich Sie kann Montag Dienstag Mittwoch Donnerstag Freitag Uhr morgen
    nachmittag Nummer Name Telefon Preis absagen verschieben Zahn Schmerzen Rechnung Straße schön`),
  syllables: words(
    'ab ber dorf ein fahr ge haus ich kauf land mein nach ort preis rück schaft tag ung ver wert keit lich',
  ),
  opening: 'Vielen Dank für Ihren Anruf, wie kann ich Ihnen helfen?',
  introduction: 'Hier ist NAME, meine Nummer ist NUMBER.',
  digits: words('null eins zwei drei vier fünf sechs sieben acht neun'),
  promises: ['Wir rufen Sie morgen zurück.', 'Wir schicken Ihnen bis Freitag ein Angebot.'],
  firstNames: words('Jürgen Ursula Günther Monika Wolfgang Sabine Stefan Käthe Björn Anke'),
  lastNames: words('Müller Schmidt Schneider Fischer Weber Meyer Wagner Schäfer Groß Weiß Müller-Lüdenscheidt'),
};

const FRENCH: Speech = {
  language: 'fr',
  separator: ' ',
  common:
    words(`de la le et les des en un du une que est pour qui dans par plus pas au sur ne se ce il sont avec je vous
    rendez-vous merci bonjour peux voudrais lundi mardi mercredi jeudi vendredi heure demain matin numéro nom téléphone
    prix annuler changer douleur dent facture c'est aujourd'hui`),
  syllables: words('an bel con dé en fin gra hé in jou lan mon né ou par qué ré sen tion ment eur ette eau ier'),
  opening: 'Merci de votre appel, comment puis-je vous aider ?',
  introduction: 'Je suis NAME, mon numéro est le NUMBER.',
  digits: words('zéro un deux trois quatre cinq six sept huit neuf'),
  promises: ['Nous vous rappellerons demain matin.', 'Je vous envoie un devis vendredi.'],
  firstNames: words('François Hélène Jérôme Chloé Benoît Zoé Mathieu Agnès Loïc Aurélie'),
  lastNames: words("Lefèvre Dubois Moreau Laurent Girard Bonnet D'Artagnan Rousseau Chevalier Beaulieu"),
};

const JAPANESE: Speech = {
  language: 'ja',
  separator: '',
  common:
    words(`です ます は を に の が と で も から まで お願い 予約 明日 午前 午後 時間 電話 番号 名前 月曜日 火曜日 水曜日
    木曜日 金曜日 歯 痛み 変更 キャンセル 確認 料金 クリーニング 先生 ありがとう はい いいえ`),
  syllables: words('山 川 田 中 木 村 本 上 下 大 小 高 新 東 西 南 北 口 手 目 水 火 土 金 日 月 年 人 心 気'),
  opening: 'お電話ありがとうございます。ご用件をお願いします。',
  introduction: 'NAMEです。番号はNUMBERです。',
  digits: words('ゼロ いち に さん よん ご ろく なな はち きゅう'),
  promises: ['明日の午前中に折り返しお電話いたします。'],
  firstNames: words('太郎 花子 健 美咲 翔太 陽子'),
  lastNames: words('佐藤 鈴木 高橋 田中 渡辺 伊藤 山本'),
};

const ARABIC: Speech = {
  language: 'ar',
  separator: ' ',
  common: words(`في من على إلى هذا أن موعد شكرا أريد يوم الاثنين الثلاثاء الأربعاء الخميس الجمعة غدا صباحا مساء رقم اسم
    هاتف سعر إلغاء تغيير أسنان ألم نعم لا`),
  syllables: words('ال با تا جا حا دا را سا شا صا عا فا قا كا لا ما نا وا يا ين ون ات'),
  opening: 'شكرا لاتصالك، كيف يمكنني مساعدتك؟',
  introduction: 'أنا NAME ورقمي NUMBER.',
  digits: words('صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة'),
  promises: ['سنتصل بك غدا صباحا.'],
  firstNames: words('محمد فاطمة أحمد مريم علي'),
  lastNames: words('الحسن العلي حداد نجار'),
};

/** Each language with the percentage of calls in it. */
const SPOKEN: readonly (readonly [Speech, number])[] = [
  [ENGLISH, 66],
  [SPANISH, 14],
  [GERMAN, 8],
  [FRENCH, 6],
  [JAPANESE, 4],
  [ARABIC, 2],
];

/** Chooses a language as often as it is spoken. */
export function pickSpeech(random: Random): Speech {
  let left = random.next() * 100;
  for (const [speech, percent] of SPOKEN) {
    left -= percent;
    if (left < 0) return speech;
  }
  return ENGLISH;
}

export function speechOf(language: string): Speech {
  const found = SPOKEN.find(([speech]) => speech.language === language);
  if (!found) throw new Error(`there is no language ${language}`);
  return found[0];
}

/** Words of a language, the most frequent and shortest first: the common ones, and others that are made of syllables. */
function wordsOf({ common, syllables, separator }: Speech, random: Random): string[] {
  const size = separator === '' ? 3_000 : 20_000;
  const found = new Set(common);
  while (found.size < size) {
    const length = found.size < 500 ? 2 : found.size < 5_000 ? 3 : random.int(3, 4);
    found.add(Array.from({ length }, () => random.pick(syllables)).join(''));
  }
  return [...found];
}

const ZIPF_EXPONENT = 1.1;

/** Draws words of a language with frequencies after Zipf's law: a hundred words are more than half of what is said. */
export function createWords(speech: Speech, random: Random): { all: readonly string[]; draw(): string } {
  const all = wordsOf(speech, random);
  const cumulative = new Float64Array(all.length);
  let sum = 0;
  for (let rank = 0; rank < all.length; rank++) {
    sum += (rank + 1) ** -ZIPF_EXPONENT;
    cumulative[rank] = sum;
  }
  return {
    all,
    draw() {
      const wanted = random.next() * sum;
      let [low, high] = [0, all.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((cumulative[middle] as number) < wanted) low = middle + 1;
        else high = middle;
      }
      return all[low] as string;
    },
  };
}

/** Chooses an item, the first ones more often than the last. */
export const pickFrequent = <T>(items: readonly T[], random: Random): T =>
  items[Math.floor(items.length * random.next() ** 2)] as T;
