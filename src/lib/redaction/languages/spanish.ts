import type { Language } from './language.ts';

export const spanish: Language = {
  units: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  teens: 'diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve',
  tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  digits: { un: '1', una: '1' },
  hundreds: {
    cien: '1',
    ciento: '1',
    doscientos: '2',
    trescientos: '3',
    cuatrocientos: '4',
    quinientos: '5',
    seiscientos: '6',
    setecientos: '7',
    ochocientos: '8',
    novecientos: '9',
  },
  ambiguous: 'once un una',
  conjunctions: 'y',
  repeats: { doble: 2, triple: 3 },
  fillers:
    'y e eh este pues luego guion espera espere perdon perdona no si vale a ver vamos digo bueno letra coma barra ahora',
  letters: 'be ce de efe ge hache jota ka ele eme ene pe cu erre ese te uve equis zeta',
  at: 'arroba',
  weakAt: 'en',
  dot: 'punto',
  signs: 'guion bajo menos mas',
  emailIntroductions: 'es correo mail e-mail email direccion a al o y en',
  notNames: 'pagina web sitio tienda no lo vi',
  cardPattern: 'tarjetas?|tarj',
  codePattern:
    'c[óo]digo de (?:seguridad|verificaci[óo]n)|(?:tres|3) (?:n[úu]meros|d[íi]gitos|cifras)|reverso|por detr[áa]s|de atr[áa]s',
  expiryPattern: 'cad|caduca\\w*|caducidad|vence|vencimiento|v[áa]lida hasta',
  accountPattern: 'cuenta|p[óo]liza|afiliad[oa]|afiliaci[óo]n|tarjeta sanitaria|mutua',
  socialPattern: 'seguridad social|seg\\.? social|nuss',
  identityPattern:
    'd\\.?n\\.?i|n\\.?i\\.?e|nif|c[ée]dula|curp|rfc|pasaporte|carn[ée] de conducir|documento de identidad',
  phonePattern: 'tel[ée]fonos?|tel|tlf|tfno|tfn|m[óo]vil|celular|fijo|ll[áa]m\\w*|prefijo|contacto|marcar?|wasap',
  numberPattern: 'n[úu]mero|n[º°]|n\\.º|n[úu]m',
  recordPattern:
    'reserva|pedido|factura|cita|referencia|expediente|incidencia|localizador|albar[áa]n|c[óo]digo postal|habitaci[óo]n|art[íi]culo|lote|env[íi]o|contador',
  linkPattern: 'es|la|el|lo|era|son|mi|su|de|del|n\\.?[º°]|por|favor|s[íi]|le|doy|dicto|a|ver|dice|me',
  unitPattern: 'por ciento|minutos?|horas?|d[íi]as?|semanas?|meses|a[ñn]os?|personas|pesos|kil[óo]metros?|metros?',
};
