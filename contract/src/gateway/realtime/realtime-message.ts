import * as z from 'zod/mini'

/** What a client of the hosted backend sends on its realtime connection. Queries of a subscription are ignored. */
const realtimeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('subscribe'),
    data: z.array(z.object({ subscriptionId: z.string(), channels: z.array(z.string()) })),
  }),
  z.object({
    type: z.literal('unsubscribe'),
    data: z.array(z.object({ subscriptionId: z.string() })),
  }),
  z.object({ type: z.literal('authentication') }),
])

export type RealtimeMessage = z.output<typeof realtimeMessage>

/** The message that is sent as this text; undefined for any other text. */
export function parseRealtimeMessage(text: string): RealtimeMessage | undefined {
  try {
    return realtimeMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
