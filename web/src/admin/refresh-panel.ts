import type { QueryClient } from '@tanstack/react-query'

/** Requests everything that the admin panel shows again, after something was changed. */
export function refreshPanel(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['admin'] })
}
