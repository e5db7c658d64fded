import { connectLive, type LiveClient } from './live.ts'

/** A message that a client of the hosted backend receives. */
type HostedMessage = { readonly type: string; readonly data: Record<string, unknown> }

type HostedEvent = {
  readonly events: readonly string[]
  readonly channels: readonly string[]
  readonly payload: { readonly $id: string; readonly $collectionId: string }
  readonly subscriptions: readonly string[]
}

/** A realtime connection as a client of the hosted backend has it. */
export type HostedClient = LiveClient<HostedMessage> & {
  readonly events: () => HostedEvent[]
  readonly say: (message: object) => void
}

/** Opens a realtime connection from a page of `origin`. */
export function openHostedClient(
  address: string,
  { query, origin, cookie }: { query: string; origin?: string | undefined; cookie?: string | undefined },
): HostedClient {
  const client = connectLive<HostedMessage>(address, `/v1/realtime?${query}`, { cookie, origin })
  return {
    ...client,
    events: () =>
      client.heard.filter(({ type }) => type === 'event').map(({ data }) => data as unknown as HostedEvent),
    say: (message) => client.socket.send(JSON.stringify(message)),
  }
}
