import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { download } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { keepFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { HistoryFilter } from './history-url-state.ts'

/** What the list is narrowed to, on all its pages, as a file for a spreadsheet. */
export function HistoryFile({ filter }: { filter: HistoryFilter }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => keepFile(await download(endpoints.downloadHistory, { query: filter as object })),
    onError: (error) => toast.error(reasonOf(error), { id: 'history-file' }),
  })
  return (
    <Button look="secondary" busy={isPending} busyLabel="Preparing file…" onClick={() => mutate()}>
      Download CSV
    </Button>
  )
}
