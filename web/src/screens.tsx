import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { checkSignedOut, endElevation } from './sessions/session.ts'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/deferred-toaster.tsx'
import { ReaderZone, useZoneOfPage, type Zone } from './ui/reader-zone.ts'

/**
 * All screens, in the browser and on the server that renders the first view. `router` gives the URL, `client` the answers of the
 * bank, `readerZone` the time zone of the first page's clock times, `ownZone` that of the following pages.
 */
export function Screens({
  client,
  readerZone,
  ownZone = readerZone,
  router,
}: {
  client: QueryClient
  readerZone: Zone
  ownZone?: Zone
  router: (pages: ReactNode) => ReactNode
}) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        {router(
          <ZoneOfPage rendered={readerZone} own={ownZone}>
            <BankRoutes />
          </ZoneOfPage>,
        )}
        <ThemedToaster />
      </QueryClientProvider>
    </StrictMode>
  )
}

function ZoneOfPage({ rendered, own, children }: { rendered: Zone; own: Zone; children: ReactNode }) {
  return <ReaderZone value={useZoneOfPage(rendered, own)}>{children}</ReaderZone>
}

/** The cache of the bank's answers. It ends the session or the elevation when a refusal says so. */
export function createScreensClient(): QueryClient {
  return createQueryClient({ onSignedOut: checkSignedOut, onPasscodeRequired: endElevation })
}

function ThemedToaster() {
  return <Toaster theme={useTheme()} />
}
