import { allOrNone, emailAddress, secureAddress, type Values, wrong } from './config-values.ts'

export type ImageHost = { readonly url: string; readonly key: string; readonly origin: string }
export type MailSettings =
  | { readonly by: 'outbox'; readonly from: string }
  | { readonly by: 'api'; readonly from: string; readonly url: string; readonly key: string }
  | { readonly by: 'smtp'; readonly from: string; readonly url: string }

export function readMail(values: Values): MailSettings {
  const url = values.text('MAIL_API_URL')
  const key = values.secret('MAIL_API_KEY')
  const smtp = values.secret('SMTP_URL')
  const from = values.text('MAIL_FROM')
  if (from !== undefined) emailAddress('MAIL_FROM', /<(.*)>$/.exec(from)?.[1] ?? from)
  if ((url === undefined) !== (key === undefined)) throw allOrNone('MAIL_API_URL', 'MAIL_API_KEY')
  if (url === undefined && smtp === undefined) return { by: 'outbox', from: from ?? 'no-reply@localhost' }
  if (url !== undefined && smtp !== undefined)
    throw wrong('SMTP_URL', 'and MAIL_API_URL are both set: keep one')
  if (from === undefined) throw wrong('MAIL_FROM', 'must be set too: the address the mail is sent from')
  if (url !== undefined && key !== undefined) {
    return { by: 'api', from, url: secureAddress('MAIL_API_URL', url).href, key }
  }
  if (smtp !== undefined && /^smtps?:\/\/\S+$/.test(smtp) && URL.canParse(smtp))
    return { by: 'smtp', from, url: smtp }
  throw wrong('SMTP_URL', 'must look like smtp://user:password@host:587')
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
