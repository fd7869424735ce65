/** Version of this build, for example `0.1.0+1a2b3c4`; put in by vite.config.ts. */
declare const __APP_VERSION__: string;
