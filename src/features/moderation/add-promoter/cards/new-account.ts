/** A promoter added on this screen, with the password, which only this page's memory holds. */
export type NewAccount = {
  key: string;
  name: string;
  email: string;
  password: string;
  /** The password was shown, copied or printed: whoever needs it can have it by now. */
  isSeen: boolean;
};
