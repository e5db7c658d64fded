import * as z from 'zod/mini'

/** The mails a customer may turn on and off. Security mail is not among them: it is always sent. */
export const mailNotices = ['money_received', 'transfer_sent', 'status_changed'] as const
export type MailNotice = (typeof mailNotices)[number]

export const mailNoticeForm = z.strictObject({ isOn: z.boolean() })
