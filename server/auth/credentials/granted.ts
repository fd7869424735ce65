/** What a program was given by its user: one authorization of an application, or one personal token. */
export type Granted = {
  /** The login that it is, with all that was refreshed from it. */
  family: string;
  user_id: number;
  client_id: number;
  name: string;
  scopes: string[];
  created_at: Date;
  updated_at: Date;
  expires_at: Date;
};
