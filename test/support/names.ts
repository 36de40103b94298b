/** Names in twelve scripts, each with other ways in which people write it. The first is how a platform stores it. */
export const NAMES: readonly (readonly [stored: string, ...writings: string[]])[] = [
  // Latin
  ['Gökhan Yılmaz', 'gokhan yilmaz', 'GÖKHAN YILMAZ', 'Gökhan Yılmaz'.normalize('NFD')],
  ['İpek Şahin', 'ipek sahin', 'Ipek Şahin', 'İPEK ŞAHİN'],
  ['Sinéad O’Connell', 'sinead oconnell', "Sinead O'Connell", 'SINÉAD O’CONNELL', 'Sinéad Oʼconnell'],
  ['Harriet Smith-Jones', 'harriet smith jones', 'smith‑jones harriet', 'Harriet Smithjones', 'SMITH-JONES'],
  ['Jürgen Groß', 'jurgen gross', 'JÜRGEN GROẞ', 'Jurgen Groß'],
  ['Søren Kjærgaard', 'soren kjaergaard', 'SØREN KJÆRGAARD'],
  ['Łukasz Wójcik', 'lukasz wojcik', 'ŁUKASZ WÓJCIK'],
  ['Đặng Thị Hương', 'dang thi huong', 'Dang Thị Hương'],
  ['Guðrún Þórsdóttir', 'gudrun thorsdottir', 'GUÐRÚN ÞÓRSDÓTTIR'],
  ['Chloë d’Estaing', 'chloe destaing', "Chloe D'Estaing", 'Ｃｈｌｏｅ destaing'],
  ['María José Núñez', 'maria jose nunez', 'nuñez maría'],
  ['Gulnara Oʻtkirova', 'gulnara otkirova', "Gulnara O'tkirova"],
  // Greek
  ['Γιώργος Παπαδόπουλος', 'γιωργος παπαδοπουλος', 'ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Γιώργοσ παπαδόπουλος'],
  // Cyrillic
  ['Артём Соловьёв', 'артем соловьев', 'АРТЁМ СОЛОВЬЁВ'],
  ['Салтыков-Щедрин', 'салтыков щедрин', 'САЛТЫКОВ–ЩЕДРИН'],
  // Arabic
  ['أحمد القاسم', 'احمد القاسم', 'أَحْمَد القاسم', 'أحمـــد القاسم'],
  ['علی کریمی', 'علي كريمي'],
  ['فاطمة الزهراء', 'فاطمه الزهراء'],
  // Hebrew
  ['מִרְיָם כֹּהֵן', 'מרים כהן'],
  ['בן־דוד יעל', 'בן דוד יעל', 'בן-דוד יעל'],
  // Devanagari
  ['फ़रीदा ख़ान', 'फरीदा खान'],
  // Bengali
  ['আনিকা চৌধুরী', 'আনিকা চৌধুরী'.normalize('NFD')],
  // Thai
  ['สมชาย ใจดี', 'สมชาย', 'ใจดี สมชาย'],
  // Han
  ['王小明', '王小明', '小明'],
  // Hiragana and katakana
  ['たかはし ガブリエラ', 'ｶﾞﾌﾞﾘｴﾗ たかはし', 'たかはし'.normalize('NFD')],
  // Hangul
  ['김민준', '김민준'.normalize('NFD')],
  // Armenian
  ['Արեւ Պետրոսյան', 'արև պետրոսյան', 'ԱՐԵՒ ՊԵՏՐՈՍՅԱՆ'],
  // Georgian
  ['ნინო ბერიძე', 'ᲜᲘᲜᲝ ᲑᲔᲠᲘᲫᲔ'],
];

/** Names that a careless search takes for one of the above: another letter, not another writing. */
export const OTHER_NAMES: readonly string[] = [
  'Gökçe Yıldız',
  'Shane Connelly',
  'Harriet Smithson',
  'Jürgen Grosche',
  'Lukas Wojtek',
  'राम शर्मा',
  'रमा शर्मा',
  'かたはし カブリエラ',
  '김민지',
  '王小民',
  'Γεώργιος Παππάς',
  'Артур Соловей',
  'כהנא מרים',
];
