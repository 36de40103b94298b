import type { Language } from './language.ts';

export const french: Language = {
  units: 'zero un deux trois quatre cinq six sept huit neuf',
  teens: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
  tens: 'vingt trente quarante cinquante soixante septante octante nonante',
  digits: { une: '1', vingts: '20' },
  hundreds: {},
  hundred: 'cent',
  countsByTwenty: true,
  ambiguous: 'un une',
  conjunctions: 'et',
  repeats: { double: 2, triple: 3 },
  fillers:
    'et euh heu bah ben puis ensuite tiret alors oui non attendez pardon donc voila virgule cle moi je la le est cest',
  letters: '',
  at: 'arobase arobas',
  weakAt: 'chez',
  dot: 'point',
  signs: 'tiret bas underscore moins plus du haut milieu trait union',
  emailIntroductions: "est c'est adresse mail e-mail email a et ou oui",
  notNames: 'site page vous trouves sur',
  cardPattern: 'cartes?|carte bleue|cb',
  codePattern:
    'cryptogramme|crypto|code (?:de )?(?:s[ée]curit[ée]|v[ée]rification)|(?:trois|3) (?:derniers )?chiffres|au dos|au verso|derri[èe]re',
  expiryPattern: "expire\\w*|expiration|fin|valable jusqu['’]\\w*|fin de validit[ée]|date de validit[ée]",
  accountPattern: 'comptes?|assurance|mutuelle|adh[ée]rente?|rib|contrat',
  socialPattern: 's[ée]curit[ée] sociale|s[ée]cu|nir|carte vitale|insee',
  identityPattern:
    "passeport|carte (?:nationale )?d['’]identit[ée]|cni|permis de conduire|num[ée]ro fiscal|titre de s[ée]jour",
  phonePattern:
    't[ée]l[ée]phone|t[ée]l|portable|mobile|fixe|rappel\\w*|appel(?:er|ez|le)\\w*|joindre|joignable|bureau|perso',
  numberPattern: 'num[ée]ro|n°',
  recordPattern:
    'r[ée]servation|commande|facture|rendez-vous|r[ée]f[ée]rence|dossier|bon de livraison|code postal|chambre|cedex|article|lot|colis|compteur',
  linkPattern: "est|c['’]est|le|la|les|de|du|mon|ma|votre|était|oui|alors|pour|au|à|n°|donc",
  unitPattern: 'pour cent|minutes?|heures?|jours?|semaines?|mois|ann[ée]es?|ans|personnes|kilom[èe]tres?|m[èe]tres?',
};
