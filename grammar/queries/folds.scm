[(hook) (flow) (test) (table)] @fold
