import type { Language } from './language.ts';

export const portuguese: Language = {
  units: 'zero um dois tres quatro cinco seis sete oito nove',
  teens: 'dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove',
  tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
  digits: {
    uma: '1',
    duas: '2',
    meia: '6',
    quatorze: '14',
    dezasseis: '16',
    dezassete: '17',
    dezanove: '19',
  },
  hundreds: {
    cem: '1',
    cento: '1',
    duzentos: '2',
    trezentos: '3',
    quatrocentos: '4',
    quinhentos: '5',
    seiscentos: '6',
    setecentos: '7',
    oitocentos: '8',
    novecentos: '9',
  },
  ambiguous: 'um uma meia',
  conjunctions: 'e',
  repeats: { duplo: 2, dupla: 2, dobro: 2, triplo: 3 },
  fillers:
    'e eh hum entao depois sim nao espera espere desculpe desculpa ai ok certo anota traco hifen virgula barra aqui ta',
  letters: 'be ce de efe ge aga jota ele eme ene pe que erre esse te ve xis ze',
  at: 'arroba',
  dot: 'ponto',
  signs: 'underline traco hifen menos mais sublinhado',
  emailIntroductions: 'e mail e-mail email endereco para a ou correio',
  notNames: 'site pagina vos nos',
  cardPattern: 'cart[ãa]o|cart[õo]es',
  codePattern:
    'c[óo]digo de (?:seguran[çc]a|verifica[çc][ãa]o)|(?:tr[êe]s|3) (?:n[úu]meros|d[íi]gitos|algarismos)|atr[áa]s|no verso|senha',
  expiryPattern: 'val|validade|expira|vence|v[áa]lido at[ée]',
  accountPattern: 'conta(?: corrente)?|ag[êe]ncia|ap[óo]lice|seguro|carteirinha|nib|conv[êe]nio|plano de sa[úu]de',
  socialPattern: 'seguran[çc]a social|niss|pis|inss',
  identityPattern:
    'nif|cpf|cnpj|rg|bilhete de identidade|cart[ãa]o (?:de|do) cidad[ãa]o|passaporte|carta de condu[çc][ãa]o|cnh|contribuinte',
  phonePattern: 'telefone|telem[óo]vel|tlm|celular|fixo|lig(?:ar|ue|ue-me|a|ação)|chamar|contacto|contato|zap',
  numberPattern: 'n[úu]mero|n\\.?º',
  recordPattern:
    'reserva|encomenda|pedido|fatura|consulta|refer[êe]ncia|processo|protocolo|cep|c[óo]digo postal|quarto|sala|artigo|lote|envio|contador',
  linkPattern: 'é|e|o|a|os|as|era|meu|minha|seu|sua|de|do|da|sim|n\\.?º|qual|por|favor|então|para',
  unitPattern: 'por cento|minutos?|horas?|dias?|semanas?|meses|anos?|pessoas|reais|quil[óo]metros?|metros?',
};
