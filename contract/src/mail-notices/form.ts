import * as z from 'zod/mini'

/** What customers may be written about as they wish. Notices about safety are not among them: nobody can do without. */
export const mailNotices = ['money_received', 'transfer_sent', 'status_changed'] as const
export type MailNotice = (typeof mailNotices)[number]

export const mailNoticesView = z.object({
  money_received: z.boolean(),
  transfer_sent: z.boolean(),
  status_changed: z.boolean(),
})

export const mailNoticeForm = z.strictObject({ isOn: z.boolean() })

export type MailNoticesView = z.output<typeof mailNoticesView>
