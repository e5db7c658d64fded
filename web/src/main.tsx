import { QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import * as z from 'zod/mini'
import { createQueryClient } from './api/query-client.ts'
import { BankRoutes } from './routes.tsx'
import { endSession } from './sessions/session.ts'
import { styleNonce } from './settings.ts'
import './styles.css'
import { useTheme } from './theme/theme.ts'
import { Toaster } from './ui/toaster.tsx'

// The Content-Security-Policy forbids making code out of text, which zod would try for speed.
z.config({ jitless: true })
if (styleNonce) setNonce(styleNonce)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient(endSession)}>
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
