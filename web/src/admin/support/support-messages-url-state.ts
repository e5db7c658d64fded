import { supportMessageStates } from '@bank/contract/support/form'
import { useListUrlState } from '../../ui/list-url-state.ts'

/** What the list of messages shows. */
export const shownMessages = [...supportMessageStates, 'all'] as const

/** The page, the shown state and the open message of the list of messages, in the URL. Open messages need no parameter. */
export function useSupportMessagesUrlState() {
  const { params, visit, go, cursor, openId, goOn, goBack } = useListUrlState()
  return {
    shown: shownMessages.find((one) => one === params.get('state')) ?? 'open',
    cursor,
    openId,
    open: (id: string) => go({ open: id }, { visit }),
    close: () => go({ open: null }, { visit }),
    show: (shown: string) => go({ state: shown === 'open' ? null : shown, cursor: null, open: null }),
    goOn,
    goBack,
  }
}
