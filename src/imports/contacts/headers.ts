import { headerWords as words } from '../headers.ts';

/**
 * Usual headers in English, German, Spanish, French, Portuguese and Italian, those of Google Contacts and Outlook among
 * them; in the form of `normalHeader`. Where several columns hold the same, the first in this order comes first.
 */
export const HEADERS = {
  id: words('contactid'),
  first_name: words(`firstname givenname forename fname vorname rufname prenom primernombre nombredepila primeironome`),
  last_name: words(`lastname surname familyname lname nachname familienname zuname nomdefamille apellido apellidos
    primerapellido sobrenome apelido apelidos ultimonome cognome`),
  name: words(`name fullname displayname contactname customername clientname patientname patientenname customer client patient contact
    vollername vollstandigername namevorname vornamename kunde kundin kundenname patientin nom nomcomplet nometprenom prenometnom nomduclient
    nombre nombrecompleto nombreyapellido nombreyapellidos cliente paciente nome nomecompleto nomecognome nomeecognome
    cognomeenome nominativo paziente`),
  email: words(`email emailaddress email1 email1value email1address primaryemail emailprimary mail mailaddress
    emailadresse mailadresse emailprivat epost courriel courrierelectronique adresseemail adressemail adressedecourriel adresseelectronique correo
    correoelectronico direcciondecorreo direcciondecorreoelectronico correioeletronico enderecodeemail indirizzoemail
    indirizzomail postaelettronica indirizzodipostaelettronica email2 email2value email2address workemail homeemail`),
  phone:
    words(`mobile mobilephone mobilenumber mobileno cell cellphone cellular cellnumber handy handynummer handynr natel natelnr mobil
    mobilnummer mobilnr mobilenr mobileprivat mobiltelefon mobiltelefonnummer mobilfunk telefonmobil
    telmobil portable numerodeportable nportable noportable telephoneportable telportable telephonemobile telmobile movil
    telefonomovil telmovil celular telefonocelular telefonecelular telemovel cellulare telefonocellulare telefonomobile telcellulare numerodicellulare
    phone textremindernumber phonenumber phoneno telephone telephonenumber tel telno telnr phone1 phone1value primaryphone contactnumber
    telefon telefonnummer telefonnr telefon1 rufnummer numerodetelephone nodetelephone ndetelephone telefono numerodetelefono telefone numerodetelefone
    numeroditelefono recapitotelefonico homephone phone2 phone2value workphone businessphone festnetz telefonprivat telprivat telefonp telefong
    telefongeschaftlich telephonefixe telfixe telephoneprive telprive telefonofijo telefonefixo telefonofisso telefonocasa telcasa`),
} as const;

/** Headers of the field `date_of_birth`, which a caller check of the voice profile reads. */
export const BIRTH_HEADERS: readonly string[] =
  words(`dateofbirth birthday birthdate dob geburtstag geburtsdatum gebdatum
  geborenam datedenaissance neele fechadenacimiento cumpleanos datadenascimento aniversario datadinascita compleanno`);

/**
 * Headers that mean the whole name alone, the last name beside a first one (`Vorname, Name`; `Prénom, Nom`), and the first
 * name beside a last one (`Nombre, Apellidos`; `Nome, Cognome`).
 */
export const AMBIGUOUS_NAMES: readonly string[] = ['name', 'nom', 'nombre', 'nome'];

/** The columns of an export of contacts before those of additional fields. `contact_id` is how an import finds a contact whatever has changed. */
export const EXPORT_COLUMNS = ['contact_id', 'name', 'email', 'phone', 'created_at', 'updated_at'] as const;
