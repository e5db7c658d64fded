import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useState } from 'react'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { closeLift, endSession } from './sessions/session.ts'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

/** All there is to see, in the browser as in the build that draws its first views. `router` knows the address. */
export function Screens({ router }: { router: (pages: ReactNode) => ReactNode }) {
  const [client] = useState(() =>
    createQueryClient({ onSignedOut: endSession, onPasscodeRequired: closeLift }),
  )
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        {router(<BankRoutes />)}
        <ThemedToaster />
      </QueryClientProvider>
    </StrictMode>
  )
}

function ThemedToaster() {
  return <Toaster theme={useTheme()} />
}
