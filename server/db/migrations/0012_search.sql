-- Documents of the warehouse by the beginning of their code.
create index stock_docs_code on stock_docs (transfer_code text_pattern_ops);
