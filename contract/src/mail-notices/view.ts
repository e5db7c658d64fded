import * as z from 'zod/mini'

/** Which notices the customer gets. */
export const mailNoticesView = z.object({
  money_received: z.boolean(),
  transfer_sent: z.boolean(),
  status_changed: z.boolean(),
})

export type MailNoticesView = z.output<typeof mailNoticesView>
