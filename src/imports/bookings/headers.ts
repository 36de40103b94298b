import { headerWords as words } from '../headers.ts';

/**
 * Usual headers in English, German, Spanish, French, Portuguese and Italian, in the form of `normalHeader`. Where several columns
 * hold the same, the first in this order counts.
 */
export const BOOKING_HEADERS = {
  booking_id:
    words(`bookingid appointmentid reservationid bookingnumber appointmentnumber bookingreference bookingref confirmationnumber
    confirmationcode uid eventuuid terminid terminnummer terminnr buchungsnummer buchungsid idrendezvous numerodereservation idcita
    numerodecita idreserva numerodereserva idagendamento codigodareserva idappuntamento numeroprenotazione`),
  date: words(`appointmentdate bookingstartdate scheduleddate startdate date termindatum startdatum datum tag fecha fechadelacita fechacita fechadeinicio
    dateduredezvous datedudebut datededebut data datadoagendamento datadainicio dataappuntamento datainizio giorno bookingdate`),
  start:
    words(`start starttime startdatetime startat appointmentstart appointmentstarttime appointmenttime bookingstarttime bookingtime scheduledtime datetime startdateandtime dateandtime dateheure time
    from beginn begin startzeit anfang anfangszeit terminzeit terminbeginn uhrzeit zeit von termin datumuhrzeit datumundzeit inicio horainicio horadeinicio hora fechayhora
    fechahora debut heure heuredebut heurededebut dateetheure inizio orainizio oradiinizio ora dataeora dataora datahora dataehora`),
  end: words(`end endtime enddatetime enddateandtime endat appointmentend appointmentendtime bookingendtime ende endzeit enduhrzeit bis finish to fin horafin horadefin heuredefin heurefin
    termino horadetermino fim horafim fine orafine oradifine`),
  minutes:
    words(`minutes minute min mins duration durationminutes durationmin durationmins durationinmins durationinminutes appointmentduration length dauer dauermin dauerminuten
    dauerinminuten minuten duracion duracionmin duracionminutos duree dureemin dureeminutes duracao duracaomin durata duratamin duratainminuti`),
  service:
    words(`service servicename services appointmenttype appointmenttypename bookingtype eventtype eventtypename servicetype
      treatmentname treatment treatments procedure type leistung leistungen behandlung behandlungen besuchsgrund
    dienstleistung dienstleistungen terminart behandlungsart servicio servicios tratamiento tipodecita motivodeconsulta prestation prestations soin motif motifdeconsultation motifdurendezvous typederendezvous servico procedimento
    servizio trattamento prestazione`),
  staff:
    words(`staff staffname staffmember staffmembername employee employeename teammember provider practitioner therapist stylist specialist doctor
    practitionername therapistname stylistname calendar resource mitarbeiter mitarbeiterin mitarbeitername behandler behandlerin therapeut therapeutin arzt kalender ressource empleado
    profesional especialista doctora agenda employe praticien collaborateur collaboratrice profissional colaborador funcionario
    operatore collaboratore medico host hostname username`),
  notes:
    words(`notes note appointmentnotes bookingnotes comment comments remarks notiz notizen bemerkung bemerkungen kommentar kommentare anmerkung anmerkungen
    notas nota observaciones comentario comentarios remarque remarques commentaire commentaires observacoes observacao commenti osservazioni`),
  status: words('status appointmentstatus bookingstatus terminstatus estado estatus statut stato situacao'),
  cancelled:
    words(`canceled cancelled iscanceled iscancelled canceledat cancelledat canceleddate cancelleddate datecanceled datecancelled
    cancellationdate storniert storniertam stornodatum abgesagt abgesagtam cancelada cancelado anulada anulado fechadecancelacion
    annule annulele datedannulation datadocancelamento annullato annullata datadiannullamento`),
  no_show: words('noshow isnoshow markedasnoshow nichterschienen noasistio absent naocompareceu faltou nonpresentato'),
} as const;

export type BookingPart = keyof typeof BOOKING_HEADERS;
