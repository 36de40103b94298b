import type { Scenarios } from './types.ts';

/** Calls in other languages. Script variables are English, so these scripts avoid dates and give times in digits. */
export const LANGUAGES: Scenarios = {
  es_book: {
    outcome: 'booked',
    language: 'es',
    booking: 'book',
    services: ['svc_cleaning'],
    notes: () => 'Habla español. Prefiere mensajes en español.',
    summary: (s) =>
      `In Spanish: ${s.full} booked a cleaning for ${s.when} with ${s.staff} and asked for messages in Spanish.`,
    script: (s) => `
R: ${s.hello}
C: {Buenas, ¿habla español?|Hola, disculpe, ¿alguien habla español?}
R: Sí, claro. Soy ${s.me}, la recepcionista automática de ${s.team}. ¿En qué le puedo ayudar?
C: Ay, qué bueno. {Quería una cita para una limpieza.|Mire, es que necesito una limpieza, hace un año que no voy.}
R: Con mucho gusto. ¿Me dice su nombre, por favor?
C: ${s.full}. {Morales, con ese al final.|Se lo deletreo: eme, o, erre, a, ele, e, ese.}
R: Gracias, ${s.first}. Una limpieza dura ${s.minutes} minutos y cuesta ciento veintinueve dólares. ¿Prefiere por la mañana o por la tarde?
C: {Pues, después de dejar a los niños en la escuela.|Depende, yo limpio casas y salgo a distintas horas.}
R: Tengo un lugar a las ${s.clock}, con ${s.staff}. ¿Le queda bien ese día?
C: {Sí, perfecto.|Déjeme ver... sí, sí puedo.} ¿Y me pueden mandar el recordatorio en español?
R: Lo anoto. Ya está reservada su cita. ¡Hasta pronto!
C: {Muchas gracias, que Dios la bendiga.|Gracias, muy amable. Adiós.}`,
  },
  es_prices: {
    outcome: 'price_quote',
    language: 'es',
    summary: (s) =>
      `In Spanish: asked what an extraction costs without insurance (${s.cost('svc_extraction')}) and whether papers are needed. Will talk it over with her husband.`,
    script: (s) => `
R: ${s.hello}
C: {Señorita, ¿en español?|Español, por favor.}
R: Por supuesto. Dígame.
C: ¿Cuánto cuesta sacar una muela? {No tengo seguro.|Mi esposo no tiene seguro.}
R: Una extracción simple cuesta doscientos veinte dólares. Primero el dentista la revisa.
C: {¿Y la revisión es aparte?|Uy. ¿Y se puede pagar en partes?}
R: Si es por dolor, la visita de urgencia cuesta noventa y ocho dólares. A partir de trescientos dólares se puede pagar en seis meses.
C: ¿Y piden papeles? {Usted me entiende.|Es que él no tiene identificación de aquí.}
R: Para la consulta solo necesitamos su nombre y un teléfono.
C: {Bueno. Lo platico con él y le vuelvo a llamar.|Ah, qué alivio. Déjeme hablarlo con mi esposo.}
R: Claro que sí. Aquí estamos a cualquier hora. Hasta luego.`,
  },
  es_cancel: {
    outcome: 'cancelled',
    language: 'es',
    booking: 'cancel',
    services: ['svc_filling', 'svc_child_checkup'],
    summary: (s) => `In Spanish: ${s.full} cancelled the ${s.service} on ${s.when} because of a family matter abroad.`,
    script: (s) => `
R: ${s.hello}
C: Buenos días, {habla ${s.full}.|le habla ${s.first}.} {Tengo que cancelar mi cita, me voy a México, mi mamá está enferma.|Fíjese que no voy a poder ir. Se nos enfermó la abuela y viajo mañana.}
R: Lo siento mucho. ¿Es la cita de las ${s.clock}?
C: {Sí, esa.|Esa mera.} No sé cuándo regreso.
R: No se preocupe. Ya la cancelé, no hay ningún cargo. Cuando regrese, nos llama.
C: {Gracias por su comprensión.|Se lo agradezco mucho.}
R: Que se mejore su familia. Hasta luego.`,
  },
  fr_information: {
    outcome: 'information',
    language: 'fr',
    summary: (s) =>
      `In French: ${s.full}, visiting her daughter, asked for a receipt in French for her insurer in Quebec. Receipts exist in English only; a stamped copy is at the desk.`,
    script: (s) => `
R: ${s.hello}
C: Bonjour, {est-ce que vous parlez français, par hasard ?|excusez-moi, mon anglais n'est pas terrible. Français ?}
R: Oui, bien sûr. Je suis ${s.me}, la réceptionniste automatique. Que puis-je faire pour vous ?
C: Ah, formidable ! Je m'appelle ${s.full}. {Je suis venue la semaine dernière, pendant mes vacances chez ma fille.|J'étais chez vous pour une urgence, il y a dix jours à peu près.} Mon assurance, au Québec, elle veut une facture en français.
R: Je comprends. Nos factures n'existent malheureusement qu'en anglais.
C: {Oh là là. Ils sont compliqués, vous savez.|Mince. Et un petit tampon, une signature, quelque chose ?}
R: Je peux demander une copie avec le tampon du cabinet. Elle sera à l'accueil demain.
C: {Ce serait parfait. Ma fille passera la prendre.|Très bien. Vous fermez à quelle heure ?}
R: Nous sommes ouverts de huit heures à dix-sept heures. Bonne journée, madame.
C: {Merci infiniment, au revoir !|Merci, à vous aussi !}`,
  },
  de_move: {
    outcome: 'rescheduled',
    language: 'de',
    booking: 'move',
    services: ['svc_crown', 'svc_filling'],
    summary: (s) =>
      `In German: ${s.full} moved the ${s.service} from ${s.other} to ${s.when} because of a delayed flight.`,
    script: (s) => `
R: ${s.hello}
C: Grüß Gott, äh, hello. {Sprechen Sie zufällig Deutsch?|Deutsch geht nicht, oder?}
R: Doch, gerne. Ich bin ${s.me}, die automatische Rezeption von ${s.team}. Wie kann ich helfen?
C: {Das gibt's ja nicht!|Na, das ist ja praktisch.} Krause mein Name, ${s.full}. Ich sitze in Frankfurt fest, der Flug ist gestrichen. {Ich schaff' den Termin nicht.|Den Termin um ${s.otherClock} Uhr kann ich vergessen.}
R: Das tut mir leid. Soll ich ihn verschieben?
C: Ja, bitte. {Aber gleich einer, der sicher ist, ich will nicht noch mal umbuchen.|Auf die Woche drauf, wenn's geht.}
R: Frei wäre noch ein Termin um ${s.clock} Uhr, bei ${s.staff}.
C: {Moment, ich such' den Kalender... ja. Passt.|Passt wunderbar.}
R: Dann habe ich Sie umgebucht. Gute Reise, und bis dann.
C: {Vielen Dank, Wiederhören!|Danke, tschüss!}`,
  },
  zh_question: {
    outcome: 'information',
    language: 'zh',
    summary: (s) =>
      `In Chinese: ${s.full} asked whether an appointment can be made for the parents, who speak no English, and whether an interpreter is there. Will bring a relative.`,
    script: (s) => `
R: ${s.hello}
C: 你好，请问{可以说中文吗|有人会说中文吗}？
R: 可以的。我是自动前台 ${s.me}。请问有什么可以帮您？
C: 太好了。我爸妈下个月从成都过来，{我妈牙疼，想让你们看看|想给他们洗个牙}。他们不会英文，你们有翻译吗？
R: 电话里我可以说中文，不过诊室里的医生只说英文和西班牙文。您可以陪他们一起来吗？
C: {可以，我请假就行。|我要上班，我表妹应该可以。}洗牙多少钱？
R: 洗牙每位一百二十九美元，大约四十五分钟。
C: 好的，{我先跟他们商量一下，再打过来|等机票定了我再预约}。谢谢！
R: 不客气，再见。`,
  },
};
