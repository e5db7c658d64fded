import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { closeLift, endSession } from './sessions/session.ts'
import { styleNonce } from './settings.ts'
import './styles.css'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

// The Content-Security-Policy forbids making code out of text, which zod would try for speed. Said where it looks for its
// settings, so that pages without a form load nothing of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
if (styleNonce) setNonce(styleNonce)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider
      client={createQueryClient({ onSignedOut: endSession, onPasscodeRequired: closeLift })}
    >
      <BrowserRouter>
        <BankRoutes />
      </BrowserRouter>
      <ThemedToaster />
    </QueryClientProvider>
  </StrictMode>,
)

function ThemedToaster() {
  return <Toaster theme={useTheme()} />
}
