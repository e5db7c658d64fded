import type { Config } from '../config/config.ts'
import type { Deliver } from '../mail/delivery.ts'
import { contactOf } from '../mail/draw-letter.ts'
import { openDelivery } from '../mail/open-delivery.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Job, JobContext } from './job.ts'
import { emailSecret, resetLink } from './mailed-links.ts'

/** Sends the mail that is due. Without a mail service it stays in the outbox. */
export const sendMailJob: Job = {
  name: 'send-mail',
  pauseSeconds: 1,
  waitsAfterRestore: true,
  open: (context) => {
    const { bank, address, log } = context
    const { db, config } = bank
    const deliver = openDelivery(config.mail)
    if (!deliver) return undefined
    const { bankName, bankAddress } = config
    const contact = contactOf(address, config.supportEmail)
    const sender = {
      db,
      deliver: warnOnce(deliver, log),
      secretOf: async ({ passwordResetId, emailChangeId }: LinkedMail) => {
        if (passwordResetId !== null) return { link: await resetLink(context, passwordResetId) }
        return emailChangeId === null ? undefined : emailSecret(context, emailChangeId)
      },
      frameFor: (recipient: string) => ({
        bankName,
        bankAddress,
        address,
        contact: isOfBank(recipient, config) ? undefined : contact,
      }),
      warn: log.warn.bind(log),
    }
    return (now) => sendMail(sender, now)
  },
}

type LinkedMail = { readonly passwordResetId: string | null; readonly emailChangeId: string | null }

/** Whether a mail goes to the bank itself, which needs no line about how to reach the bank. */
function isOfBank(recipient: string, { supportEmail, operatorEmail }: Config): boolean {
  return recipient === supportEmail || recipient === operatorEmail
}

/** Logs an unreachable mail server once, not for each mail. */
function warnOnce(deliver: Deliver, log: JobContext['log']): Deliver {
  let isReachable = true
  return async (mail) => {
    const failure = await deliver(mail)
    const isUnreachable = failure !== undefined && !failure.isFinal
    if (isUnreachable && isReachable) {
      log.warn({ mailId: mail.id }, 'mail cannot be delivered and is retried; the outbox shows the error')
    }
    isReachable = !isUnreachable
    return failure
  }
}
