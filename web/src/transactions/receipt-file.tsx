import { endpoints } from '@bank/contract/endpoints'
import { useMutation } from '@tanstack/react-query'
import { download } from '../api/call.ts'
import { reasonOf } from '../api/problem.ts'
import { keepFile } from '../api/save-file.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'

/** The receipt of a transaction as a PDF to keep. */
export function ReceiptFile({ id, className }: { id: string; className?: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => keepFile(await download(endpoints.downloadReceipt, { params: { id } })),
    onError: (error) => toast.error(reasonOf(error), { id: 'receipt-file' }),
  })
  return (
    <Button
      look="secondary"
      busy={isPending}
      busyLabel="Preparing receipt…"
      onClick={() => mutate()}
      {...(className && { className })}
    >
      Download receipt
    </Button>
  )
}
