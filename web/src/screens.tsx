import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { checkSignedOut, endElevation } from './sessions/session.ts'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

/**
 * All there is to see, in the browser as in the build and the server that draw its first views. `router` knows the address,
 * `client` what the bank has answered.
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

/** Keeps what the bank answers to these screens. */
export function clientOfScreens(): QueryClient {
  return createQueryClient({ onSignedOut: checkSignedOut, onPasscodeRequired: endElevation })
}

function ThemedToaster() {
  return <Toaster theme={useTheme()} />
}
