import { allOrNone, emailAddress, secureAddress, type Values, wrong } from './config-values.ts'

export type ImageHost = { readonly url: string; readonly key: string; readonly origin: string }

/** The sender that a mail names. */
export type Sender = { readonly name: string; readonly email: string }

/** How mail is sent: not at all, by the provider, or by a mail server. */
export type MailSettings =
  | { readonly by: 'outbox' }
  | { readonly by: 'api'; readonly sender: Sender; readonly url: string; readonly key: string }
  | { readonly by: 'smtp'; readonly sender: Sender; readonly url: string }

export function readMail(values: Values, bankName: string): MailSettings {
  const url = values.text('MAIL_API_URL')
  const key = values.secret('MAIL_API_KEY')
  const smtp = values.secret('SMTP_URL')
  const sender = readSender(values.text('MAIL_FROM'), bankName)
  if ((url === undefined) !== (key === undefined)) throw allOrNone('MAIL_API_URL', 'MAIL_API_KEY')
  if (url === undefined && smtp === undefined) return { by: 'outbox' }
  if (url !== undefined && smtp !== undefined)
    throw wrong('SMTP_URL', 'and MAIL_API_URL are both set: keep one')
  if (sender === undefined) throw wrong('MAIL_FROM', 'must be set too: the address the mail is sent from')
  if (url !== undefined && key !== undefined) {
    return { by: 'api', sender, url: secureAddress('MAIL_API_URL', url).href, key }
  }
  if (smtp !== undefined && /^smtps?:\/\/\S+$/.test(smtp) && URL.canParse(smtp))
    return { by: 'smtp', sender, url: smtp }
  throw wrong('SMTP_URL', 'must look like smtp://user:password@host:587')
}

/** MAIL_FROM is an address, or a name and an address: `Truepenny <bank@bank.example>`. Without a name it is the bank's. */
function readSender(from: string | undefined, bankName: string): Sender | undefined {
  if (from === undefined) return undefined
  const [, name, email = from] = /^(.*)<(.*)>$/.exec(from) ?? []
  return { name: name?.trim().replace(/^"(.*)"$/, '$1') || bankName, email: emailAddress('MAIL_FROM', email) }
}

export function readImageHost(values: Values): ImageHost | undefined {
  const url = values.text('IMAGE_HOST_URL')
  const key = values.secret('IMAGE_HOST_KEY')
  const origin = values.text('IMAGE_HOST_ORIGIN')
  if (url === undefined && key === undefined && origin === undefined) return undefined
  if (url === undefined || key === undefined || origin === undefined) {
    throw allOrNone('IMAGE_HOST_URL', 'IMAGE_HOST_KEY', 'IMAGE_HOST_ORIGIN')
  }
  return {
    url: secureAddress('IMAGE_HOST_URL', url).href,
    key,
    origin: secureAddress('IMAGE_HOST_ORIGIN', origin).origin,
  }
}
