import type { Language } from './language.ts';

export const italian: Language = {
  units: 'zero uno due tre quattro cinque sei sette otto nove',
  teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
  tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
  digits: { un: '1', una: '1' },
  hundreds: {},
  ambiguous: 'due sei un una',
  conjunctions: 'e',
  repeats: { doppio: 2, doppia: 2, triplo: 3, tripla: 3 },
  fillers:
    'e ehm eh allora poi si no scusi scusa attimo aspetti aspetta ecco dunque trattino virgola barra cioe anzi mi',
  letters: 'bi ci di effe gi acca elle emme enne pi cu erre esse ti vu ipsilon zeta kappa ics',
  at: 'chiocciola chiocciolina',
  weakAt: 'su',
  dot: 'punto',
  signs: 'trattino basso meno piu underscore',
  emailIntroductions: 'e mail e-mail email indirizzo a posta o',
  notNames: 'sito pagina trovato',
  cardPattern: 'cart[ae]|carta di credito|bancomat|postepay',
  codePattern: 'codice di (?:sicurezza|verifica)|(?:tre|3) (?:cifre|numeri)|sul retro',
  expiryPattern: 'scad|scade\\w*|scadenza|valida fino',
  accountPattern: 'conto|polizza|assicurazione|tessera(?: sanitaria)?|tesserato',
  socialPattern: 'previdenza sociale|inps',
  identityPattern: "codice fiscale|cod\\.? ?fisc|cf|c\\.f|carta d['’]identit[àa]|passaporto|patente|partita iva",
  phonePattern: 'telefon\\w*|tel|cell(?:ulare)?|fisso|chiam\\w*|richiam\\w*|prefisso|recapito',
  numberPattern: 'numero|n',
  recordPattern:
    'prenotazione|ordine|fattura|appuntamento|riferimento|pratica|bolla|cap|camera|stanza|protocollo|articolo|lotto|spedizione|contatore',
  linkPattern: "è|e|il|la|lo|era|mio|mia|suo|sua|di|del|della|dell['’]|sì|al|allo|per|favore|una|n",
  unitPattern: 'per cento|minuti|minuto|ore|ora|giorni|settimane|mesi|anni|persone|chilometri|metri|gradi',
};
