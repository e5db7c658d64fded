/** What stands for a password in every answer. A client that sends it back has changed nothing. */
export const passwordMask = '********'
