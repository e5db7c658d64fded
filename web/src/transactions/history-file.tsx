import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { useAccountChoice } from '../accounts/account-in-url.ts'
import { download } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { saveFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { HistoryFilter } from './history-url-state.ts'

/** Downloads the filtered history, with all its pages, as CSV. */
export function HistoryFile({ filter }: { filter: HistoryFilter }) {
  const account = useAccountChoice()
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(await download(endpoints.downloadHistory, { query: { account, ...(filter as object) } })),
    onError: (error) => toast.error(reasonOf(error), { id: 'history-file' }),
  })
  return (
    <Button look="secondary" busy={isPending} busyLabel="Preparing file…" onClick={() => mutate()}>
      Download CSV
    </Button>
  )
}
