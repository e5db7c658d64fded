import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { checkSignedOut, endElevation } from './sessions/session.ts'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

/**
 * The whole of the screens, in the browser as on the server that renders their first view. `router` knows the address, `client`
 * what the bank has answered.
 */
export function Screens({
  client,
  router,
}: {
  client: QueryClient
  router: (pages: ReactNode) => ReactNode
}) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        {router(<BankRoutes />)}
        <ThemedToaster />
      </QueryClientProvider>
    </StrictMode>
  )
}

/** The cache of what the bank answers, which acts on a refusal that ends the session or the elevation. */
export function createScreensClient(): QueryClient {
  return createQueryClient({ onSignedOut: checkSignedOut, onPasscodeRequired: endElevation })
}

function ThemedToaster() {
  return <Toaster theme={useTheme()} />
}
