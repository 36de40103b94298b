import { headerWords as words } from '../../imports/headers.ts';

/**
 * Usual headers in English, German, Spanish, French, Portuguese and Italian, in the form of `normalHeader`. Where several columns
 * hold the same, the first in this order counts.
 */
export const BOOKING_HEADERS = {
  booking_id:
    words(`bookingid appointmentid reservationid bookingnumber appointmentnumber bookingreference bookingref confirmationnumber
    confirmationcode uid terminid terminnummer terminnr buchungsnummer buchungsid idrendezvous numerodereservation idcita
    numerodecita idreserva numerodereserva idagendamento codigodareserva idappuntamento numeroprenotazione reference referencenumber refno ref code`),
  date: words(`date appointmentdate bookingdate scheduleddate startdate datum termindatum startdatum tag fecha fechadelacita fechacita fechadeinicio
    dateduredezvous datedudebut data datadoagendamento datadainicio dataappuntamento datainizio giorno`),
  start:
    words(`start starttime startdatetime startat appointmentstart appointmenttime bookingtime datetime dateandtime dateheure time
    from beginn begin startzeit anfang anfangszeit uhrzeit zeit von termin datumuhrzeit datumundzeit inicio horainicio horadeinicio hora fechayhora
    fechahora debut heure heuredebut heurededebut dateetheure inizio orainizio oradiinizio ora dataeora dataora datahora dataehora`),
  end: words(`end endtime enddatetime endat appointmentend ende endzeit enduhrzeit bis finish to fin horafin horadefin heuredefin heurefin
    termino horadetermino fim horafim fine orafine oradifine`),
  minutes:
    words(`minutes minute min mins duration durationminutes durationmin durationmins length dauer dauermin dauerminuten
    dauerinminuten minuten duracion duracionmin duracionminutos duree dureemin dureeminutes duracao duracaomin durata duratamin duratainminuti`),
  service:
    words(`service servicename services appointmenttype appointmenttypename bookingtype eventtype eventtypename servicetype
      treatmentname treatment procedure type leistung leistungen behandlung
    dienstleistung terminart behandlungsart servicio tratamiento tipodecita prestation soin typederendezvous servico procedimento
    servizio trattamento prestazione`),
  staff:
    words(`staff staffname staffmember staffmembername employee employeename teammember provider practitioner therapist stylist specialist doctor
    calendar resource host hostname username mitarbeiter mitarbeiterin mitarbeitername behandler behandlerin therapeut therapeutin arzt kalender empleado
    profesional especialista doctora employe praticien collaborateur collaboratrice profissional colaborador funcionario
    operatore collaboratore medico`),
  notes:
    words(`notes note appointmentnotes bookingnotes comment comments remarks notiz notizen bemerkung bemerkungen kommentar anmerkung
    notas nota observaciones comentario comentarios remarque remarques commentaire observacoes observacao commenti osservazioni`),
  /** Those behind the first line are yes or no: `readStatuses`. */
  status: words(`status appointmentstatus bookingstatus terminstatus estado estatus statut stato situacao
    cancelled canceled storniert abgesagt cancelada annule annulata noshow nichterschienen`),
} as const;

export type BookingPart = keyof typeof BOOKING_HEADERS;
